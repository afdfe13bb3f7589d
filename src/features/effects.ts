import type { Effects } from '#core/context.ts'
import { keepDebt } from '#features/affiliates/debt-of-deleted-account.ts'
import { attachDebts } from '#features/affiliates/debts.ts'
import { joinAffiliates, markBrowser, welcomeAffiliate } from '#features/affiliates/join-affiliates.ts'
import { giveUpCommission, syncCommissionWithOrder } from '#features/affiliates/sync-commission.ts'
import { actOnPayoutCallback } from '#features/affiliates/wallet/payout-callbacks.ts'
import { queuePayoutReview } from '#features/affiliates/wallet/review-queue.ts'
import { forgetCategories } from '#features/catalogue/categories.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'

/**
 * Who listens to what the nouns below announce, in the transaction of the verb that announces it. The notices of an order's move are no listener: they are part of
 * the statement that moves it (orders/order-notices.ts), so that no move lacks its notice.
 */
export const effects: Effects = {
  orderChanged: syncCommissionWithOrder,
  orderClaimed: giveUpCommission,
  payoutCalledBack: actOnPayoutCallback,
  payoutCallbackGivenUp: queuePayoutReview,
  accountDeleted: keepDebt,
  affiliateSignedIn: markBrowser,
  affiliateWanted: joinAffiliates,

  async addressProved(ctx, userId, { isFirst }) {
    // An affiliate who joined while signing up has had no e-mail yet.
    if (isFirst) await welcomeAffiliate(ctx, userId)
    await attachDebts(ctx, userId)
  },

  /** Once more when no request is under way, and no replica behind, that can have read what was before. */
  contentChanged(key) {
    forgetContent(key)
    setTimeout(() => forgetContent(key), 2_000).unref()
  },
}

function forgetContent(key: string): void {
  if (key === '' || key === 'delivery') forgetDeliveryTerms()
  if (key === '') forgetCategories()
}
