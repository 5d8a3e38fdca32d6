package merchant

import billwire.BillwireException
import billwire.Onboarding

/**
 * Registers the sub billers. The answer's web address, where a sub biller links its account, would go to that sub
 * biller; it is a secret of theirs, does not print, and does not belong in a log.
 */
fun onboardAll(merchant: Merchant, subBillers: List<Onboarding>) = subBillers.forEach { subBiller ->
    try {
        merchant.biller.prepareOnboarding(subBiller).use { call ->
            send(merchant.patience, call.request(), call::noAnswer, call::decode)
        }
    } catch (error: BillwireException) {
        // Nothing says that onboarding twice is harmless: this is for a person to look at, so the run ends here.
        error("onboarding ${subBiller.supplierSyncCode} failed: ${describe(error)}; next: ${error.details.nextStep}")
    }
}
