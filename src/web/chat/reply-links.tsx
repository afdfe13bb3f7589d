import { Link } from 'react-router'
import type { ReplyLink } from '#features/assistant/chat-reply.ts'
import { buttonClass } from '#ui/kit/button.tsx'

const linkClass = buttonClass({ look: 'ghost', small: true })

/** The links of an answer. Only paths of the shop, WhatsApp, phone numbers and e-mail addresses are shown. */
export function ReplyLinks({ links }: { links: ReplyLink[] }) {
  const shown = links.filter(({ href }) => isPath(href) || isContact(href))
  if (shown.length === 0) return null
  return (
    <p className="acts">
      {shown.map(({ label, href }) =>
        isPath(href) ? (
          <Link key={href} className={linkClass} to={href}>
            {label}
          </Link>
        ) : (
          <a key={href} className={linkClass} href={href} target={href.startsWith('https:') ? '_blank' : undefined} rel="noopener">
            {label}
          </a>
        ),
      )}
    </p>
  )
}

const isPath = (href: string) => /^\/(?![/\\])/.test(href)
const isContact = (href: string) => /^(https:\/\/wa\.me\/\d|tel:\+?\d|mailto:[^\s<>]+@)/.test(href)
