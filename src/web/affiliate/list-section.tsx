import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ownListUrl } from '#web/addresses.ts'
import type { ListName, ListPart, Rows } from '#web/affiliate/load-affiliate-list.ts'
import { ListTable } from '#web/affiliate/tables.tsx'

/** The texts of empty lists (spec §2, Dashboard). */
export const emptyWords: Record<ListName, string> = {
  orders: 'No referral orders yet',
  commissions: 'No commissions yet',
  clicks: 'No clicks yet',
  payouts: 'No payouts yet',
}

interface ListSectionProps<Name extends ListName> {
  name: Name
  title: string
  /** Beside the title. */
  aside?: ReactNode
  list: ListPart<Rows[Name]>
  /** Puts a long list into a box that scrolls. */
  inBox?: boolean
}

/** The newest rows of a list, with a link to all of them. */
export function ListSection<Name extends ListName>({ name, title, aside, list: { rows, next }, inBox }: ListSectionProps<Name>) {
  const table = <ListTable name={name} rows={rows} />
  return (
    <section className="dashboard-section" aria-labelledby={name}>
      <h2 id={name}>
        {title} {aside && <small>{aside}</small>}
      </h2>
      {rows.length === 0 && <p className="empty-note">{emptyWords[name]}</p>}
      {rows.length > 0 && (inBox ? <ScrollBox label={title}>{table}</ScrollBox> : table)}
      {next && (
        <p className="see-all">
          <Link className="link" to={ownListUrl(name)}>
            Show all<span className="visually-hidden"> of {title}</span>
          </Link>
        </p>
      )}
    </section>
  )
}

/** A scrolling box, focusable so that the keyboard can scroll it. */
function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    // biome-ignore lint/a11y/useSemanticElements: a section inside the section would be one landmark too many
    <div className="scroll-box" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
