import { parseInput } from '#features/input.ts'
import { proofInput } from '#features/people/require-identity.ts'
import { type SettingName, settingFields, settingNames } from '#features/shop-settings/setting-fields.ts'
import { changeSettings } from '#features/shop-settings/shop-settings.ts'
import { type Tried, tryMail, trySms } from '#features/shop-settings/try-senders.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { parseSnapshot } from '#web/admin/changed-fields.ts'

/** Fields that are never sent back with a refusal. Server only, as all that is here. */
export const isSecretField = (field: string) =>
  Object.hasOwn(proofInput.shape, field) || settingNames.some((name) => name === field && settingFields[name].isSecret)

export const settingActs: Record<string, Act> = {
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
