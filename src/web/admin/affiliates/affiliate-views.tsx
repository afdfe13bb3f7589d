import { Tabs } from '#ui/kit/tabs.tsx'
import { adminSectionUrl, debtsUrl } from '#web/addresses.ts'
import '#ui/kit/tabs.css'
import '../people.css'

/** The affiliates, and what accounts that were deleted owe. */
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
