import type { ComponentProps } from 'react'
import { dashboardUrl } from '#web/addresses.ts'
import type { Done } from '#web/dashboard/profile-acts.ts'
import { IntentForm } from '#web/forms/intent-form.tsx'

/** A form of the profile tab. */
export function DashboardForm(props: Omit<ComponentProps<typeof IntentForm<Done>>, 'action'>) {
  return <IntentForm<Done> {...props} action={dashboardUrl} />
}
