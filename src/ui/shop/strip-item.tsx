import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Media } from '#domain/home-content.ts'
import { Button } from '#ui/kit/button.tsx'
import { Link } from '#ui/kit/link.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { StripVideo, type VideoBehaviour } from '#ui/shop/strip-video.tsx'

export interface StripItemProps {
  title: string
  text: string | null
  /** Without media the title is shown large. */
  media: Media | null
  /** A path of the shop or an address of another site; null without a link. */
  href: string | null
  /** An ad of an ad network: covered until the visitor presses the button (spec §2, Ad display). */
  isSponsored?: boolean
  /** Never covered, for previews in the admin panel. */
  isUncovered?: boolean
  /** The address of an iframe with the network's code; loaded only after the visitor has uncovered it. */
  frame?: string | null
  onOpened?: () => void
  /** The visitor followed the link. `ping` is the address that the browser calls if scripts do not run. */
  onFollow?: () => void
  ping?: string
  video?: VideoBehaviour
}

/** One ad or promotion in the strip of the home page. All of it is the link. */
export function StripItem({ title, text, media, href, isSponsored = false, isUncovered = false, frame = null, video, ...acts }: StripItemProps) {
  const [isOpen, setOpen] = useState(false)
  const inside = useRef<HTMLDivElement>(null)
  const isCovered = isSponsored && !isUncovered && !isOpen
  // The pressed button is gone: keyboard users continue in what it opened.
  useEffect(() => {
    if (isOpen) inside.current?.focus({ preventScroll: true })
  }, [isOpen])
  const open = () => {
    setOpen(true)
    acts.onOpened?.()
  }
  const looks = ['strip-item', frame ? 'strip-framed' : !media && 'strip-wall'].filter(Boolean).join(' ')
  return (
    <div className={looks}>
      <div className="strip-inside" inert={isCovered} ref={inside} tabIndex={isOpen ? -1 : undefined}>
        {frame ? isOpen && <Frame src={frame} title={title} /> : media && <StripMedia media={media} title={title} video={video} key={media.src} />}
        <StripLink href={href} ping={acts.ping} onFollow={acts.onFollow}>
          <b>{title}</b>
          {text && <p>{text}</p>}
        </StripLink>
        <span className="strip-tag">{isSponsored ? 'Sponsored' : 'Promotion'}</span>
      </div>
      {isCovered && (
        <div className="strip-veil">
          <Button look="line" small onClick={open}>
            Verify I'm Human
          </Button>
        </div>
      )}
    </div>
  )
}

/** Sandboxed: it runs its own scripts, but gets no cookies (where browsers support `credentialless`) and no referrer. */
function Frame({ src, title }: { src: string; title: string }) {
  const attributes = { credentialless: true }
  return <iframe {...attributes} className="strip-frame" src={src} title={`Ad: ${title}`} sandbox="allow-scripts" referrerPolicy="no-referrer" />
}

function StripLink({ href, ping, onFollow, children }: { href: string | null; ping?: string; onFollow?: () => void; children: ReactNode }) {
  if (href === null) return <div className="strip-text">{children}</div>
  const linkProps = { onClick: onFollow, onAuxClick: ({ button }: MouseEvent) => button === 1 && onFollow?.() }
  if (href.startsWith('/'))
    return (
      <Link className="strip-text" to={href} {...linkProps}>
        {children}
      </Link>
    )
  return (
    <a className="strip-text" href={href} ping={ping} target="_blank" rel="noopener noreferrer nofollow sponsored" {...linkProps}>
      {children}
      <span className="visually-hidden"> (opens another site)</span>
    </a>
  )
}

function StripMedia({ media, title, video }: { media: Media; title: string; video: VideoBehaviour | undefined }) {
  if (media.kind === 'image') return <Picture src={media.src} alt="" sizes="120px" />
  return <StripVideo src={media.src} poster={media.poster} title={title} {...video} />
}
