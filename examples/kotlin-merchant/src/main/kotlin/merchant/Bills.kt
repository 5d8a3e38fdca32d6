package merchant

import com.fasterxml.jackson.databind.PropertyNamingStrategies
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.module.kotlin.kotlinModule
import io.github.billwire.Onboarding
import io.github.billwire.Settlement
import io.github.billwire.onboardingFromJson
import io.github.billwire.settlementFromJson
import java.nio.file.Path

/** The file of bills. */
data class BillsFile(val subBillers: List<Onboarding>, val bills: List<Settlement>)

/** JSON with the interface's names, mapped to Kotlin's. */
val JSON: JsonMapper =
    JsonMapper.builder()
        .addModule(kotlinModule())
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .build()

/** Reads the file into billwire's own types, which validates each draft. */
fun readBills(file: Path): BillsFile {
    val content = JSON.readTree(file.toFile())
    return BillsFile(
        content["sub_billers"].map { onboardingFromJson(it.toString()) },
        content["bills"].map { settlementFromJson(it.toString()) },
    )
}
