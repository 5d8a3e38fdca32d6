package merchant

import kotlin.system.exitProcess

/**
 * The merchant as a service. A signal, a crash or a lost database ends it. There is no orderly shutdown, because a crash
 * has none either: the next start continues from the books.
 */
fun serve(merchant: Merchant, file: BillsFile, port: Int, concurrency: Int): Nothing {
    try {
        listenForWebhooks(merchant, port)
        onboardAll(merchant, file.subBillers)
        settleAll(merchant, file.bills, concurrency)
        while (true) {
            Thread.sleep(merchant.patience.silence.toMillis())
            askAboutUnpaid(merchant)
        }
    } catch (error: Exception) {
        System.err.println("the service ends: ${(error.cause ?: error).javaClass.simpleName}") // no values of the books
        exitProcess(1) // at once: attempts without an answer are stored as in doubt
    }
}
