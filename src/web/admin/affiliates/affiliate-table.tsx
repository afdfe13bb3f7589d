import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import type { AffiliateRow } from '#features/affiliates/list-affiliates.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { adminSectionUrl } from '#web/addresses.ts'
import { PauseForm } from '#web/admin/affiliates/pause-form.tsx'
import '../people.css'

/** The columns of spec §2, and the ways to what is an affiliate's. */
export function AffiliateTable({ affiliates }: { affiliates: AffiliateRow[] }) {
  return (
    <table className="tb people">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Code</th>
          <th scope="col" className="r">
            Total Clicks
          </th>
          <th scope="col" className="r">
            Available Balance
          </th>
          <th scope="col" className="r">
            Total Earned
          </th>
          <th scope="col" className="r">
            Look at
          </th>
          <th scope="col" className="r">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {affiliates.map((affiliate) => (
          <AffiliateLine key={affiliate.id} affiliate={affiliate} />
        ))}
      </tbody>
    </table>
  )
}

function AffiliateLine({ affiliate }: { affiliate: AffiliateRow }) {
  const { id, full_name, affiliate_code, is_paused, pause_reason, total_clicks, available_balance, reserved, total_earned, total_pending } = affiliate
  return (
    <tr>
      <td data-l="Name">
        <span className="who">
          <b>{full_name}</b>
          {is_paused && <Badge tone="amber">Paused</Badge>}
          {pause_reason && <small>{pause_reason}</small>}
        </span>
      </td>
      <td data-l="Code" className="num">
        {affiliate_code}
      </td>
      <td data-l="Total Clicks" className="r num">
        {total_clicks.toLocaleString('en-KE')}
      </td>
      <td data-l="Available Balance" className="r num">
        <Money amount={available_balance} beside={reserved > 0 && `${formatShillings(reserved)} in a payout`} />
      </td>
      <td data-l="Total Earned" className="r num">
        <Money amount={total_earned} beside={total_pending > 0 && `${formatShillings(total_pending)} pending`} />
      </td>
      <td data-l="Look at" className="r">
        <span className="theirs">
          <Link className="lnk" to={adminSectionUrl('commissions', { affiliate: id })}>
            Commissions<span className="sr"> of {full_name}</span>
          </Link>
          <Link className="lnk" to={adminSectionUrl('orders', { affiliate: id })}>
            Orders<span className="sr"> of {full_name}</span>
          </Link>
          <Link className="lnk" to={adminSectionUrl('payouts', { affiliate: id })}>
            Payouts<span className="sr"> of {full_name}</span>
          </Link>
        </span>
      </td>
      <td data-l="Actions" className="r">
        <PauseForm {...affiliate} />
      </td>
    </tr>
  )
}

function Money({ amount, beside }: { amount: number; beside: string | false }) {
  return (
    <>
      <b>{formatShillings(amount)}</b>
      {beside && (
        <>
          <br />
          <small className="under">{beside}</small>
        </>
      )}
    </>
  )
}
