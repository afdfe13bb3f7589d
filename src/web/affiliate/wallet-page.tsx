import { randomUUID } from 'node:crypto'
import { formatShillings, fromShillings } from '#domain/money.ts'
import { belowZeroReason } from '#domain/payout.ts'
import { getBalance } from '#features/affiliates/wallet/get-balance.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Stat } from '#ui/kit/stat.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { statementUrl, walletUrl } from '#web/addresses.ts'
import { asAffiliate } from '#web/affiliate/as-affiliate.ts'
import { ListSection } from '#web/affiliate/list-section.tsx'
import { loadList } from '#web/affiliate/load-affiliate-list.ts'
import { PayoutForm } from '#web/affiliate/payout-form.tsx'
import { TakenBack } from '#web/affiliate/taken-back.tsx'
import { walletFailure } from '#web/affiliate/wallet-failure.ts'
import { type Answer, act } from '#web/dashboard/profile-acts.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { answerOf } from '#web/forms/refusal.ts'
import { pageMeta } from '#web/page.ts'
import { useShop } from '#web/shop-facts.ts'
import type { Route } from './+types/wallet-page.ts'
import './affiliate.css'

/** Rows per list; 50 clicks (spec §9). */
const sizes = { commissions: 8, clicks: 50, payouts: 8 }

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAffiliate(args)
  const [balance, commissions, clicks, payouts] = await Promise.all([
    getBalance(ctx),
    loadList(ctx, 'commissions', { limit: sizes.commissions }),
    loadList(ctx, 'clicks', { limit: sizes.clicks }),
    loadList(ctx, 'payouts', { limit: sizes.payouts }),
  ])
  return { balance, commissions, clicks, payouts, key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return act(args)
}

/** Shows refusals as toasts too (spec §8). */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await answerOf<Answer>(serverAction)
  if ('unsure' in answer && answer.unsure === 'lost')
    showToast({ title: 'Error requesting payout', text: 'The connection was lost.', tone: 'bad', topic: 'payout' })
  if ('refusal' in answer && answer.refusal.code !== 'bad_input')
    showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', topic: 'payout' })
  return answer
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Wallet', description: 'Your balance, commissions and payouts', path: walletUrl, unlisted: true })
}

export default function WalletTab({ loaderData: { balance, commissions, clicks, payouts, key } }: Route.ComponentProps) {
  const { available_balance, total_pending, total_earned, reserved, clawed_back } = balance
  const { commissionPercent } = useShop()
  return (
    <>
      <section className="stats stats-three" aria-label="Balance">
        <Stat isKey label="Available Balance" amount={available_balance} hint={hintOf(balance)} />
        <Stat label="Pending" amount={total_pending} />
        <Stat
          label="Total Earned"
          amount={total_earned}
          hint={reserved > 0 ? `${formatShillings(reserved)} on its way to you` : 'Approved and paid out'}
        />
      </section>
      <TakenBack amount={clawed_back} />
      <div className="two-columns">
        <PayoutForm {...balance} formKey={key} />
        <div className="column">
          <ListSection name="payouts" title="Payout History" list={payouts} />
          <div>
            <ButtonLink look="ghost" to={statementUrl()}>
              Statement
            </ButtonLink>
          </div>
        </div>
      </div>
      <ListSection name="commissions" title="Recent Commissions" aside={`${commissionPercent}% of new orders`} list={commissions} />
      <ListSection name="clicks" title="Recent Clicks" aside={`last ${sizes.clicks}`} list={clicks} inBox />
    </>
  )
}

function hintOf({
  available_balance,
  carried_debt,
  minimum_payout,
  next_request_at,
  open_payout,
}: Route.ComponentProps['loaderData']['balance']): string {
  if (available_balance < 0)
    return `${belowZeroReason({ available: fromShillings(available_balance), carried: fromShillings(carried_debt) })}: the next commissions make up for it`
  if (open_payout) return 'One request is open'
  if (next_request_at) return 'The next request has to wait'
  return available_balance < minimum_payout ? `Payouts begin at ${formatShillings(minimum_payout)}` : 'Ready to request'
}

export function ErrorBoundary() {
  return <ErrorPage failure={walletFailure} />
}
