import { Link, redirect } from 'react-router'
import { lookedAt, type OpeningStep, openingStepNames, openingSteps } from '#domain/opening-checklist.ts'
import { may } from '#domain/roles.ts'
import { confirmLook, getOpening, type Opening, openToEverybody } from '#features/staff/shop-opening.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { CheckField } from '#ui/kit/field.tsx'
import { Table } from '#ui/kit/table.tsx'
import { dashboardUrl, productsUrl } from '#web/addresses.ts'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { ForTechnician } from '#web/admin/for-technician.tsx'
import { adminProductUrl, adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { type SectionName, sectionsOf } from '#web/admin/sections.ts'
import type { Route } from './+types/admin-home-page.ts'
import './status/status.css'

/** Of an open shop, redirects to the first section of the reader's role; of one that is getting ready, what it lacks. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  if (!ctx.services.opening.isOpen && may(ctx.actor, 'manage_settings')) return await getOpening(ctx)
  const [first] = sectionsOf(ctx.actor) as [SectionName]
  throw redirect(adminSectionUrl(first) + args.url.search, { headers: { 'Cache-Control': 'no-store' } })
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    texts: async (ctx) => {
      await confirmLook(ctx, 'texts')
      return { title: 'Texts read' }
    },
    delivery: async (ctx) => {
      await confirmLook(ctx, 'delivery')
      return { title: 'Delivery looked at' }
    },
    open: async (ctx, sent) => {
      await openToEverybody(ctx, { anyway: sent.anyway !== undefined })
      return { title: 'The doors are open', text: 'Buyers see the shop and can order.' }
    },
  })
}

export default function AdminHome({ loaderData: { steps } }: Route.ComponentProps) {
  return (
    <SectionCard>
      <PostedOutcome />
      <OpeningSteps steps={steps} />
    </SectionCard>
  )
}

/** Where each step is done; the shop finds out about a backup only, which is set up on the machine. */
const ways: Partial<Record<OpeningStep, { to: string; label: string }>> = {
  contacts: { to: adminSectionUrl('settings'), label: 'Settings' },
  mail: { to: adminSectionUrl('settings'), label: 'Settings' },
  mpesa: { to: adminSectionUrl('mpesa'), label: 'M-Pesa' },
  product: { to: adminProductUrl('new'), label: 'Add Product' },
  delivery: { to: adminSectionUrl('delivery'), label: 'Delivery' },
  second_factor: { to: dashboardUrl, label: 'Your profile' },
  texts: { to: adminSectionUrl('help'), label: 'Help Pages' },
  alerts: { to: adminSectionUrl('notifications'), label: 'Notifications' },
  sms: { to: `${adminSectionUrl('settings')}#sms`, label: 'Settings' },
  test_order: { to: productsUrl, label: 'Your shop' },
}

/** "Ready to open?": what is done, what is not, and where it is done; then the doors. */
function OpeningSteps({ steps }: Pick<Opening, 'steps'>) {
  const left = steps.filter(({ done }) => !done)
  const isAdvisedOnly = left.length > 0 && left.every(({ name }) => openingSteps[name].advised)
  return (
    <>
      <h2>Ready to open?</h2>
      <p className="intro">
        Your shop is closed: visitors read that it opens soon, and you and the people who work with you can try everything.{' '}
        {left.length === 0 ? 'All is done.' : `${steps.length - left.length} of ${openingStepNames.length} steps are done.`}
      </p>
      <Table
        className="status-lines"
        rows={steps}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Step', cell: ({ name }) => <b>{openingSteps[name].title}</b> },
          { head: 'State', cell: ({ name, done }) => <State done={done} advised={openingSteps[name].advised} /> },
          { head: 'What to do', cell: (step) => <Todo {...step} /> },
          { head: 'Where', cell: ({ name, done }) => <Where name={name} done={done} /> },
        ]}
      />
      <AdminForm intent="open" submit="Open the doors" busy="Opening...">
        {() => isAdvisedOnly && <CheckField name="anyway">Open without what is only advised</CheckField>}
      </AdminForm>
    </>
  )
}

function State({ done, advised }: { done: boolean; advised: boolean }) {
  if (done) return <Badge tone="leaf">Done</Badge>
  return <Badge tone={advised ? 'grey' : 'amber'}>{advised ? 'Advised' : 'To do'}</Badge>
}

function Todo({ name, done, open }: Opening['steps'][number]) {
  if (done) return <span className="nothing">Nothing</span>
  return (
    <>
      {openingSteps[name].todo}
      {name === 'backup' && <ForTechnician>Set BACKUP_DIR to a folder on another disk, or BACKUP_S3_* (docs/backup.md).</ForTechnician>}
      {open.length > 0 && (
        <ul>
          {open.map((each) => (
            <li key={each}>
              <small>{each}</small>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Where({ name, done }: { name: OpeningStep; done: boolean }) {
  const way = ways[name]
  return (
    <>
      {way && (
        <Link className="link" to={way.to}>
          {way.label}
        </Link>
      )}
      {!done && Object.hasOwn(lookedAt, name) && <AdminForm intent={name} submit={lookedAt[name as keyof typeof lookedAt]} look="ghost" small />}
    </>
  )
}
