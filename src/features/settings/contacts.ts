import type { Services } from '#core/context.ts'
import { initialSettings, type SettingName } from '#features/settings/setting-fields.ts'
import type { SettingsInForce } from '#features/settings/shop-settings.ts'

/** How to reach the shop: examples until they are entered. */
export const contacts = ['phone', 'whatsapp', 'email'] as const

/** Whether a setting is what a shop is born with: a contact is an example then. */
export function isAsBorn({ values, variables }: Pick<SettingsInForce, 'values' | 'variables'>, name: SettingName): boolean {
  return values[name] === initialSettings[name] && variables[name] === undefined
}

/** Field -> what to do, for each contact that a live shop that is open would lose. */
export function emptiedContacts({ settings, opening, shop }: Pick<Services, 'settings' | 'opening' | 'shop'>, wanted: Record<string, unknown>) {
  if (!opening.isOpen || shop.demo !== null) return {}
  const lost = contacts.filter((name) => wanted[name] === initialSettings[name] && !isAsBorn(settings, name))
  return Object.fromEntries(
    lost.map((name) => [name, 'Enter another one, or leave it: an open shop says in its letters and on its pages how to reach it.']),
  )
}
