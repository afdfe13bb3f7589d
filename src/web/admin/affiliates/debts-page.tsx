import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatDate } from '#domain/nairobi-time.ts'
import { type DebtRow, listDebts } from '#features/affiliates/list-debts.ts'
import { writeOffDebt } from '#features/affiliates/write-off-debt.ts'
import { Table } from '#ui/kit/table.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { actWithToast } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { revalidateAfterPost } from '#web/admin/revalidate-policy.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { sectionMeta } from '#web/admin/sections.ts'
import { AdminList } from '#web/lists/list.tsx'
import { keepListOnError } from '#web/lists/load-more.tsx'
import { loadPage } from '#web/lists/load-page.ts'
import { loaderHeaders, privatePage } from '#web/page.ts'
import type { Route } from './+types/debts-page.ts'

/** The debts of deleted accounts, with a button that writes a debt off. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  return privatePage({ list: await loadPage(args.url.searchParams, (page) => listDebts(ctx, page)) })
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    'write-off': async (ctx, { id = '' }) => {
      const amount = await writeOffDebt(ctx, id)
      return { title: 'Debt written off', text: `${formatShillings(amount)} is owed no more.` }
    },
  })
}

export const clientAction = actWithToast

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keepListOnError(request, serverLoader)
}

export const headers = loaderHeaders
export const shouldRevalidate = revalidateAfterPost
export const meta = sectionMeta('affiliates')

export default function DebtsPage({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <SectionCard>
      <SectionViews of="Affiliates" />
      <PostedOutcome />
      <p className="intro">
        Accounts that were deleted while they owed commissions that had been paid out and taken back. Only hashes of the owner's e-mail and numbers
        are stored. The debt is added to the balance of an affiliate who verifies the same e-mail, or requests a payout to the same number.
      </p>
      <AdminList list={list} what="debts" empty="No deleted account owes anything">
        {(rows) => (
          <Table
            className="people"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Account deleted', cell: ({ made_at }) => formatDate(made_at) },
              { head: 'Owed', cell: ({ amount }) => <b>{formatShillings(amount)}</b>, right: true, num: true },
              { head: 'Found', cell: (debt) => <DebtOwner {...debt} /> },
              { head: 'Actions', cell: (debt) => <WriteOff {...debt} />, right: true },
            ]}
          />
        )}
      </AdminList>
    </SectionCard>
  )
}

function DebtOwner({ attached_to, attached_at }: DebtRow) {
  if (!attached_to || !attached_at) return 'Not yet'
  return (
    <span>
      <Link className="link" to={adminSectionUrl('affiliates', { search: attached_to.affiliate_code ?? undefined })}>
        {attached_to.full_name}
      </Link>{' '}
      <small className="person-under">{formatDate(attached_at)}</small>
    </span>
  )
}

function WriteOff({ id, amount, made_at }: DebtRow) {
  const sum = formatShillings(amount)
  return (
    <ConfirmForm
      intent="write-off"
      hidden={{ id }}
      label="Write off"
      buttonName={`Write off ${sum} of ${formatDate(made_at)}`}
      title="Write this debt off?"
      text={
        <p>
          <b>{sum}</b> is owed no more. This cannot be undone; the audit log keeps it.
        </p>
      }
      submit="Write off"
      busy="Writing off..."
    />
  )
}
