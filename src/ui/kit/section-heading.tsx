import { Link } from '#ui/kit/link.tsx'

export function SectionHeading({ title, link, id }: { title: string; link?: { to: string; label: string }; id?: string }) {
  return (
    <div className="section-heading">
      <h2 id={id}>{title}</h2>
      {link && <Link to={link.to}>{link.label}</Link>}
    </div>
  )
}
