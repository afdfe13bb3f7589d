import { parseInput } from '#core/input.ts'
import { hasSecondFactor, proofInput } from '#features/people/require-identity.ts'
import { listSettings } from '#features/settings/list-settings.ts'
import { provedGroups, type SettingGroup, type SettingName, settingFields, settingGroups, settingNames } from '#features/settings/setting-fields.ts'
import { changeSettings } from '#features/settings/shop-settings.ts'
import { type Tried, tryMail, trySms } from '#features/settings/try-senders.ts'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import type { ActionToast } from '#web/admin/admin-toasts.ts'
import { ForTechnician } from '#web/admin/for-technician.tsx'
import { type Act, actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { SettingForm } from '#web/admin/settings/setting-form.tsx'
import { parseSnapshot } from '#web/admin/snapshot-fields.tsx'
import type { Route } from './+types/settings-page.ts'
import '../content.css'
import './settings.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const [rows, asksCode] = await Promise.all([listSettings(ctx), hasSecondFactor(ctx)])
  const groups = Object.entries(settingGroups) as [SettingGroup, string][]
  return {
    groups: groups.map(([name, title]) => ({
      ...{ name, title, rows: rows.filter(({ group }) => group === name) },
      proof: provedGroups.includes(name) ? { asksCode } : null,
    })),
  }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, settingActs, { secrets: { test: isSecretField } })
}

/** Fields that are never sent back with a refusal. */
const isSecretField = (field: string) =>
  Object.hasOwn(proofInput.shape, field) || settingNames.some((name) => name === field && settingFields[name].isSecret)

const settingActs: Record<string, Act> = {
  save: async (ctx, { snapshot, ...sent }) => {
    const seen = parseSnapshot(snapshot)
    const wanted = Object.fromEntries(
      settingNames.filter((name) => isChanged(name, sent, seen)).map((name) => [name, sent[name] || sent[`${name}_from`] || null]),
    )
    await changeSettings(ctx, wanted, parseInput(proofInput, sent), seen)
    return { title: 'Settings saved', text: 'The shop uses them from now on.' }
  },
  'try-mail': async (ctx) => toastOf(await tryMail(ctx)),
  'try-sms': async (ctx) => toastOf(await trySms(ctx)),
}

const toastOf = ({ isSent, said }: Tried): ActionToast => ({
  title: isSent ? 'Test sent' : 'Test not sent',
  text: said,
  tone: isSent ? 'good' : 'bad',
})

/** A setting is changed where it was typed over; a secret, which no form shows, where one was typed or is to be removed. */
function isChanged(name: SettingName, sent: Record<string, string>, seen: Record<string, unknown>): boolean {
  if (settingFields[name].isSecret) return Boolean(sent[name]) || sent[`${name}_remove`] === 'on'
  if (sent[`${name}_from`]) return true
  return sent[name] !== undefined && sent[name] !== String(seen[name] ?? '')
}

const intros: Record<SettingGroup, string> = {
  shop: 'What the shop is called, on its pages, in letters and on packing slips.',
  contact: 'How buyers reach you and where they find you.',
  mail: 'The mail server that sends letters about orders and accounts.',
  sms: "Your account at Africa's Talking, which sends SMS about orders.",
  rules: 'What affiliates get and see, from now on.',
}

/** The senders that can be tried, as they are saved. */
const tests: Partial<Record<SettingGroup, { intent: string; submit: string }>> = {
  mail: { intent: 'try-mail', submit: 'Send a test e-mail to me' },
  sms: { intent: 'try-sms', submit: 'Send a test SMS to my phone' },
}

export default function SettingsPage({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <SectionCard>
      <SectionViews of="Settings" />
      <p className="intro">Changes are used at once, on every page and machine of the shop. A field left empty goes back to what a new shop has.</p>
      <PostedOutcome />
      {groups.map(({ name, title, rows, proof }) => (
        <section key={name} className="setting-group" id={name} aria-labelledby={`${name}-title`}>
          <div>
            <h2 className="setting-title" id={`${name}-title`}>
              {title}
            </h2>
            <p>{intros[name]}</p>
            {name === 'mail' && (
              <ForTechnician>Port 465 speaks TLS from the start; any other port turns to it before the first letter.</ForTechnician>
            )}
          </div>
          <div className="setting-forms">
            <SettingForm group={title} rows={rows} proof={proof} />
            {tests[name] && <AdminForm {...tests[name]} busy="Sending..." look="ghost" />}
          </div>
        </section>
      ))}
    </SectionCard>
  )
}
