import { Icon } from '#ui/kit/icon.tsx'

/** What has to hold before a form may go, and what does already; each change is spoken. */
export function Checklist({ list, label }: { list: { label: string; holds: boolean }[]; label: string }) {
  return (
    <ul className="checks" aria-label={label} aria-live="polite">
      {list.map(({ label, holds }) => (
        <li key={label} className={holds ? 'holds' : undefined}>
          <i aria-hidden="true">{holds && <Icon name="tick" small />}</i>
          {label}
          <span className="sr">: {holds ? 'yes' : 'not yet'}</span>
        </li>
      ))}
    </ul>
  )
}
