import { formatShillings } from '#domain/money.ts'
import { formatDay } from '#domain/nairobi-time.ts'
import { getStatement, type Statement } from '#features/affiliates/wallet/get-statement.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { statementFileUrl, statementUrl, walletUrl } from '#web/addresses.ts'
import { asAffiliate, readPeriod } from '#web/affiliate/affiliate-loaders.ts'
import { useProfile, walletFailure } from '#web/dashboard/dashboard-layout.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { pageMeta } from '#web/public-page.ts'
import { useShop } from '#web/shop-facts.ts'
import type { Route } from './+types/statement-page.ts'
import '#ui/kit/table.css'
import './affiliate.css'
import './statement.css'

/** The wallet's statement: every transaction with the balance after it, for the screen and for printing. */
export async function loader(args: Route.LoaderArgs) {
  return { statement: await getStatement(asAffiliate(args), readPeriod(args.url.searchParams)) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Statement', description: 'Statement of your wallet', path: statementUrl(), unlisted: true })
}

export default function StatementPage({ loaderData: { statement } }: Route.ComponentProps) {
  const { affiliate_code, full_name } = useProfile()
  const shop = useShop()
  const { from, to } = statement
  return (
    <section className="dashboard-section statement" aria-labelledby="statement">
      <Breadcrumb trail={[{ to: walletUrl, label: 'Wallet' }]} here="Statement" />
      <h2 id="statement">
        Statement <small>{periodWords(from, to)}</small>
      </h2>
      <p className="statement-paper">
        {shop.name}. {full_name}, affiliate code {affiliate_code}
      </p>
      <form className="statement-period" action={statementUrl()} key={`${from} ${to}`}>
        <Field name="from" label="From" type="date" defaultValue={from ?? ''} />
        <Field name="to" label="To" type="date" defaultValue={to ?? ''} />
        <Button type="submit" look="ghost">
          Show
        </Button>
      </form>
      <StatementTable {...statement} />
      <div className="acts">
        <a className={buttonClass({})} href={statementFileUrl({ from, to })} download>
          Download as CSV
        </a>
        <Button look="ghost" onClick={() => window.print()}>
          <Icon name="print" /> Print
        </Button>
      </div>
    </section>
  )
}

function StatementTable({ opening, closing, rows }: Statement) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">What</th>
          <th scope="col">Details</th>
          <th scope="col" className="align-end">
            Amount
          </th>
          <th scope="col" className="align-end">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        <BalanceRow words="Opening balance" balance={opening} />
        {rows.map(({ at, kind, text, amount, balance }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their order never changes
          <tr key={place}>
            <td data-l="Time">
              <Moment at={at} />
            </td>
            <td data-l="What">{kind.replace(/^./, (letter) => letter.toUpperCase())}</td>
            <td data-l="Details">{text}</td>
            <td data-l="Amount" className="align-end tabular">
              {`${amount < 0 ? '−' : amount > 0 ? '+' : ''}${formatShillings(Math.abs(amount))}`}
            </td>
            <td data-l="Balance" className="align-end tabular">
              <b>{formatShillings(balance)}</b>
            </td>
          </tr>
        ))}
        <BalanceRow words="Closing balance" balance={closing} />
      </tbody>
    </table>
  )
}

function BalanceRow({ words, balance }: { words: string; balance: number }) {
  return (
    <tr className="statement-balance">
      <th scope="row" colSpan={4}>
        {words}
      </th>
      <td data-l={words} className="align-end tabular">
        <b>{formatShillings(balance)}</b>
      </td>
    </tr>
  )
}

function periodWords(from: string | null, to: string | null): string {
  if (from && to) return `${formatDay(from)} to ${formatDay(to)}`
  if (from) return `from ${formatDay(from)}`
  return to ? `until ${formatDay(to)}` : 'from the beginning'
}

export function ErrorBoundary() {
  return <ErrorPage failure={walletFailure} />
}
