import { Link } from 'react-router'

/** `here` is the page itself. */
export function Breadcrumb({ trail, here }: { trail: { to: string; label: string }[]; here?: string }) {
  return (
    <nav className="crumb" aria-label="Breadcrumb">
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
