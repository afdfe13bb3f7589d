import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '#web/admin/admin-layout.tsx'
import { useDeskKeys } from '#web/admin/desk-keys.ts'
import { FigureStrip } from '#web/admin/figure-strip.tsx'
import { PeriodMenu } from '#web/admin/period-menu.tsx'
import { SectionMenu, useSection } from '#web/admin/section-menu.tsx'
import { sections, showsFigures } from '#web/admin/sections.ts'
import { useMay } from '#web/admin/use-may.ts'
import { panelId } from '#web/shop-facts.ts'

interface SectionCardProps {
  /** Search and filters of the section, in the bar. */
  toolbar?: ReactNode
  /** Its first action, such as Add Product. */
  action?: ReactNode
  /** What stands between the figures and the card. */
  queues?: ReactNode
  /** The children bring cards of their own. */
  isBare?: boolean
  children: ReactNode
}

/** A section of the panel: its bar (name, search, days, first action), the four figures where they help, and its card. */
export function SectionCard({ toolbar, action, queues, isBare, children }: SectionCardProps) {
  const section = useSection()
  const panel = useRouteLoaderData<typeof loader>(panelId)
  const hasFigures = showsFigures(section)
  const period = useMay()('see_figures') && hasFigures ? panel?.period : null
  useDeskKeys()
  return (
    <>
      <header className="workbench-bar">
        <SectionMenu />
        {toolbar}
        {period && <PeriodMenu period={period} />}
        {action}
      </header>
      {hasFigures && <FigureStrip />}
      {queues}
      {isBare ? (
        children
      ) : (
        <section className="sheet" aria-label={section ? sections[section] : 'Admin Panel'}>
          {children}
        </section>
      )}
    </>
  )
}
