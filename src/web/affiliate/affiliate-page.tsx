import { useState } from 'react'
import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatDay } from '#domain/nairobi-time.ts'
import { linkRefusal, referralLink } from '#domain/referral.ts'
import { type AffiliateSummary, affiliateSummary } from '#features/affiliates/affiliate-summary.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Button } from '#ui/kit/button.tsx'
import { TimeChart } from '#ui/kit/chart.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Stat } from '#ui/kit/stat.tsx'
import { Table } from '#ui/kit/table.tsx'
import { formatCount, sentenceOf, stepTick } from '#ui/shop/chart-words.ts'
import { affiliateUrl, homeUrl, productsUrl } from '#web/addresses.ts'
import { ListSection, TakenBack } from '#web/affiliate/affiliate-lists.tsx'
import { asAffiliate, loadList } from '#web/affiliate/affiliate-loaders.ts'
import { Share } from '#web/affiliate/share.tsx'
import { copy } from '#web/browser/copy.ts'
import { useProfile } from '#web/dashboard/dashboard-layout.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { pageMeta } from '#web/public-page.ts'
import { useMenu, useShop } from '#web/shop-facts.ts'
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

/**
 * Makes an affiliate link to a page of the shop, the home page by default. The link is hidden while the field differs from it, so that an outdated link cannot
 * be copied. Without scripts the form reloads this page with the link.
 */
function LinkBuilder({ code, first, isResting }: { code: string; first: string | null; isResting: boolean }) {
  const shop = useShop()
  const menu = useMenu()
  const [text, setText] = useState(first ?? '')
  const [submitted, setSubmitted] = useState(first)
  const address = text.trim()
  const isSubmitted = submitted?.trim() === address
  const link = address && !isSubmitted ? null : referralLink(shop.origin, address || homeUrl, code, menu)
  return (
    <section className="dashboard-section" aria-labelledby="link-builder">
      <h2 id="link-builder">Link builder {isResting && <Badge tone="amber">Resting</Badge>}</h2>
      <form
        className="link-builder"
        action={affiliateUrl}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(text)
          if (linkRefusal(shop.origin, address, menu)) event.currentTarget.querySelector('input')?.focus()
        }}
      >
        <Field
          name="address"
          label="A page of this shop"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={`${shop.origin}/category/sneakers`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={isSubmitted ? linkRefusal(shop.origin, address, menu) : null}
        />
        <Button type="submit" look="ghost">
          Make the link
        </Button>
      </form>
      <div role="status">
        {link && (
          <Share
            key={link}
            label={address ? 'Your affiliate link' : 'Your link to the home page'}
            address={pathOf(link)}
            link={link}
            caption={`Look at this at ${shop.name}:`}
          />
        )}
      </div>
    </section>
  )
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}

type Day = AffiliateSummary['days'][number]

const series = [
  { title: 'Clicks', of: 'clicks', colour: 'var(--ink)', format: formatCount },
  { title: 'Orders', of: 'orders', colour: 'var(--jac)', format: formatCount },
  { title: 'Commission', of: 'commission', colour: 'var(--lake)', format: formatShillings },
] as const

/** Clicks, orders and commission by day: a chart each, because their scales differ, and the numbers as a table. */
function Figures({ days }: Pick<AffiliateSummary, 'days'>) {
  return (
    <section className="dashboard-section" aria-labelledby="by-day">
      <h2 id="by-day">
        By day <small>last {days.length} days</small>
      </h2>
      <div className="day-figures">
        {series.map(({ title, of, colour, format }) => {
          const points = days.map(({ day, [of]: value }) => ({ key: day, label: formatDay(day), tick: stepTick('day', day), value }))
          return (
            <figure key={of}>
              <figcaption>
                {title} <b className="tabular">{format(points.reduce((sum, { value }) => sum + value, 0))}</b>
              </figcaption>
              <TimeChart {...{ points, colour, format }} sentence={sentenceOf(`${title} by day`, points, format)} small />
            </figure>
          )
        })}
      </div>
      <details className="figure-numbers">
        <summary className="link">The numbers as a table</summary>
        <Table
          rows={[...days].reverse()}
          keyOf={({ day }) => day}
          columns={[
            { head: 'Day', cell: ({ day }) => formatDay(day), num: true },
            ...series.map(({ title, of, format }) => ({ head: title, cell: (each: Day) => format(each[of]), right: true, num: true })),
          ]}
        />
      </details>
    </section>
  )
}

/** How many clicks led to orders. */
function Funnel({ clicks, orders }: AffiliateSummary['funnel']) {
  const steps = [
    { label: 'Clicks', count: clicks, share: null },
    { label: 'Orders', count: orders, share: shareOf(orders, clicks, 'of the clicks') },
  ]
  const largest = Math.max(clicks, orders)
  return (
    <section className="dashboard-section" aria-labelledby="funnel">
      <h2 id="funnel">From click to sale</h2>
      <ol className="funnel">
        {steps.map(({ label, count, share }) => (
          <li key={label}>
            <p>
              <span>
                <b>{label}</b> {share && <span>{share}</span>}
              </span>
              <b className="tabular">{formatCount(count)}</b>
            </p>
            <i className={count > 0 ? undefined : 'funnel-none'} style={{ width: `${largest > 0 && count > 0 ? (count / largest) * 100 : 100}%` }} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A percentage as text; null if there are more orders than clicks, because a code can be used without a click. */
function shareOf(part: number, whole: number, words: string): string | null {
  return whole > 0 && part <= whole ? `${Math.round((part / whole) * 100)}% ${words}` : null
}
