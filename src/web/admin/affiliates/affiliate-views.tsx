import { Tabs } from '#ui/kit/tabs.tsx'
import { adminSectionUrl, debtsUrl } from '#web/admin/panel-addresses.ts'
import '#ui/kit/tabs.css'
import '../people.css'

/** Tabs: the affiliates, and the debts of deleted accounts. */
export function AffiliateViews() {
  return (
    <div className="views">
      <Tabs
        label="Affiliates"
        tabs={[
          { to: adminSectionUrl('affiliates'), label: 'Affiliates' },
          { to: debtsUrl, label: 'Debts of deleted accounts' },
        ]}
      />
    </div>
  )
}
