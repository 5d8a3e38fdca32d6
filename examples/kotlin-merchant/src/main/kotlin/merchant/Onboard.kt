package merchant

import io.github.billwire.BillwireException
import io.github.billwire.Onboarding

/**
 * Registers the sub billers that the books do not know yet. The answer has a web address where a sub biller links its
 * account. It is the sub biller's secret: it does not print. Send it there, and never log it.
 */
fun onboardAll(merchant: Merchant, subBillers: List<Onboarding>) =
    subBillers
        .filterNot { merchant.books.isOnboarded(it.supplierSyncCode) }
        .forEach {
            onboard(merchant, it)
            merchant.books.enterOnboarded(it.supplierSyncCode)
        }

private fun onboard(merchant: Merchant, subBiller: Onboarding) {
    try {
        merchant.biller.prepareOnboarding(subBiller).use { call ->
            send(merchant.patience, call.request(), { throw call.noAnswer(it) }, call::decode)
        }
    } catch (error: BillwireException) {
        // A second onboarding may not be harmless, so the run ends and a person decides.
        error("onboarding ${subBiller.supplierSyncCode} failed: ${describe(error)}; next: ${error.details.nextStep}")
    }
}
