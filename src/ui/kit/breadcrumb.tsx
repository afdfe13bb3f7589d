import { Link } from '#ui/kit/link.tsx'
import './breadcrumb.css'

/** `here` is the label of the current page; `trail` are the links above it, the topmost first. */
export function Breadcrumb({ trail, here }: { trail: { to: string; label: string }[]; here?: string }) {
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <ol>
        {trail.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        {here && (
          <li>
            <span aria-current="page">{here}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
