import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { affiliateSummary } from '#features/affiliates/affiliate-summary.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Stat } from '#ui/kit/stat.tsx'
import { affiliateUrl, productsUrl } from '#web/addresses.ts'
import { Figures, Funnel } from '#web/affiliate/affiliate-figures.tsx'
import { asAffiliate } from '#web/affiliate/as-affiliate.ts'
import { LinkBuilder } from '#web/affiliate/link-builder.tsx'
import { ListSection } from '#web/affiliate/list-section.tsx'
import { loadList } from '#web/affiliate/load-affiliate-list.ts'
import { TakenBack } from '#web/affiliate/taken-back.tsx'
import { copy } from '#web/browser/copy.ts'
import { useProfile } from '#web/dashboard/dashboard-layout.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { pageMeta } from '#web/page.ts'
import { useShop } from '#web/shop-facts.ts'
import type { Route } from './+types/affiliate-page.ts'
import './affiliate.css'

const listed = { limit: 8 }

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAffiliate(args)
  const [summary, orders, commissions] = await Promise.all([
    affiliateSummary(ctx),
    loadList(ctx, 'orders', listed),
    loadList(ctx, 'commissions', listed),
  ])
  return { summary, orders, commissions, address: args.url.searchParams.get('address') }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Affiliate', description: 'Your affiliate code, links and commissions', path: affiliateUrl, unlisted: true })
}

export default function AffiliateTab({ loaderData: { summary, orders, commissions, address } }: Route.ComponentProps) {
  const { affiliate_code, is_paused } = useProfile()
  const { commissionPercent, referralDays } = useShop()
  const code = affiliate_code ?? ''
  const { cards, days, funnel, minimum_payout } = summary
  return (
    <>
      <section className="stats" aria-label="Earnings">
        <Stat isKey label="Total Earnings" amount={cards.total_earnings} hint="Paid out to you" />
        <Stat label="Pending" amount={cards.pending} />
        <Stat label="Approved" amount={cards.approved} />
        <Stat label="Referrals" count={cards.referrals} hint={`${cards.paid_referrals.toLocaleString('en-KE')} paid by other people`} />
      </section>
      <TakenBack amount={cards.taken_back} />
      <div className="two-columns">
        <section className="dashboard-section affiliate-code" aria-labelledby="affiliate">
          <h2 id="affiliate">Affiliate program {is_paused && <Badge tone="amber">Resting</Badge>}</h2>
          <div className="affiliate-code-row">
            <Field label="Affiliate code" readOnly value={code} className="tabular" />
            <Button onClick={() => void copy('code', code)}>
              <Icon name="copy" /> Copy code
            </Button>
          </div>
          {is_paused ? (
            <p>Your code and your links are resting: they bring you no commission for now.</p>
          ) : (
            <p>
              Copy affiliate links from{' '}
              <Link className="link" to={productsUrl}>
                product pages
              </Link>
              : they carry your code, and earn you {commissionPercent}% of every order that comes through them.
            </p>
          )}
          <p className="affiliate-terms">
            A link counts for {referralDays} days after the last click: of the orders placed in that time, the first to be paid earns. A commission is
            pending until the shop approves it, as a rule after delivery; payouts start at {formatShillings(minimum_payout)}.
          </p>
        </section>
        <LinkBuilder code={code} first={address} isResting={is_paused} />
      </div>
      <Figures days={days} />
      <Funnel {...funnel} />
      <ListSection name="orders" title="Referral Orders" list={orders} />
      <ListSection name="commissions" title="Commission History" list={commissions} />
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
