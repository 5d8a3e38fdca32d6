package merchant

import com.fasterxml.jackson.databind.PropertyNamingStrategies
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.module.kotlin.kotlinModule
import com.fasterxml.jackson.module.kotlin.readValue
import io.github.billwire.Onboarding
import io.github.billwire.Settlement
import java.nio.file.Path

/** The file of bills. */
data class BillsFile(val subBillers: List<Onboarding>, val bills: List<Settlement>)

/** JSON with the interface's names, mapped to Kotlin's. */
val JSON: JsonMapper =
    JsonMapper.builder()
        .addModules(kotlinModule(), JavaTimeModule())
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .build()

/** Reads the file into billwire's own types. billwire validates each bill when it is prepared. */
fun readBills(file: Path): BillsFile = JSON.readValue(file.toFile())
