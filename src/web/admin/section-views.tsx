import { type Tab, Tabs } from '#ui/kit/tabs.tsx'
import { type Query, withQuery } from '#web/addresses.ts'
import { adminDeliveryUrl, adminSectionUrl, debtsUrl, messageTextsUrl, missingCommissionsUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-panel.ts'
import '#ui/kit/tabs.css'
import './people.css'

/** The sections that have several pages. */
const views = {
  Affiliates: () => [
    { to: adminSectionUrl('affiliates'), label: 'Affiliates' },
    { to: debtsUrl, label: 'Debts of deleted accounts' },
  ],
  Commissions: (range) => [
    { to: adminSectionUrl('commissions', range), label: 'Commissions' },
    { to: missingCommissionsUrl(range), label: 'Orders without one' },
  ],
  Delivery: (range) => [
    { to: adminSectionUrl('delivery', range), label: 'Zones and options' },
    { to: adminDeliveryUrl('places', range), label: 'Towns and estates' },
    { to: adminDeliveryUrl('holidays', range), label: 'Holidays' },
    { to: adminDeliveryUrl('promises', range), label: 'On time' },
  ],
  Settings: (range) => [
    { to: adminSectionUrl('settings', range), label: 'The shop' },
    { to: withQuery(messageTextsUrl, range), label: 'Messages' },
  ],
} satisfies Record<string, (range: Query) => Tab[]>

/** The tabs of a section that has several pages. */
export function SectionViews({ of }: { of: keyof typeof views }) {
  return (
    <div className="views">
      <Tabs label={of} tabs={views[of](useRange())} />
    </div>
  )
}
