import { Tabs } from '#ui/kit/tabs.tsx'
import { adminSectionUrl, missingCommissionsUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-range.ts'
import '#ui/kit/tabs.css'
import '../people.css'

/** Tabs: the commissions, and the orders that should have one. */
export function CommissionViews() {
  const range = useRange()
  return (
    <div className="views">
      <Tabs
        label="Commissions"
        tabs={[
          { to: adminSectionUrl('commissions', range), label: 'Commissions' },
          { to: missingCommissionsUrl(range), label: 'Orders without one' },
        ]}
      />
    </div>
  )
}
