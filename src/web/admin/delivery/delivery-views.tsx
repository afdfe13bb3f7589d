import { Tabs } from '#ui/kit/tabs.tsx'
import { adminDeliveryUrl, adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-range.ts'
import '#ui/kit/tabs.css'
import '../people.css'
import '../content.css'
import './delivery.css'

/** Tabs: zones with their ways, places, holidays. */
export function DeliveryViews() {
  const range = useRange()
  return (
    <div className="views">
      <Tabs
        label="Delivery"
        tabs={[
          { to: adminSectionUrl('delivery', range), label: 'Zones and ways' },
          { to: adminDeliveryUrl('places', range), label: 'Places' },
          { to: adminDeliveryUrl('holidays', range), label: 'Holidays' },
        ]}
      />
    </div>
  )
}
