import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Media } from '#domain/promotion.ts'
import { Button } from '#ui/kit/button.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { StripVideo, type VideoManners } from '#ui/shop/strip-video.tsx'

export interface StripItemProps {
  title: string
  text: string | null
  /** Without any, the title is set as type on a wall. */
  media: Media | null
  /** Where it leads, if anywhere: a path of the shop, or another site. */
  href: string | null
  /** Of a network: covered until a visitor says that they are one (spec §2, Ad display). */
  isSponsored?: boolean
  /** For the shop's own people: nothing is covered. */
  isBare?: boolean
  /** The address of a frame with code of the network; asked for when somebody has opened it, not before. */
  frame?: string | null
  onOpened?: () => void
  /** Somebody went where it leads. `ping` tells the same where no script runs yet. */
  onFollow?: () => void
  ping?: string
  video?: VideoManners
}

/** One ad or promotion as the strip of the home page shows it: the whole of it is the link. */
export function StripItem({ title, text, media, href, isSponsored = false, isBare = false, frame = null, video, ...acts }: StripItemProps) {
  const [isOpen, setOpen] = useState(false)
  const inside = useRef<HTMLDivElement>(null)
  const isCovered = isSponsored && !isBare && !isOpen
  // The button that was pressed is gone: who came by keyboard goes on with what it opened.
  useEffect(() => {
    if (isOpen) inside.current?.focus({ preventScroll: true })
  }, [isOpen])
  const open = () => {
    setOpen(true)
    acts.onOpened?.()
  }
  const looks = ['strip-i', frame ? 'strip-framed' : !media && 'strip-wall'].filter(Boolean).join(' ')
  return (
    <div className={looks}>
      <div className="strip-in" inert={isCovered} ref={inside} tabIndex={isOpen ? -1 : undefined}>
        {frame ? isOpen && <Frame src={frame} title={title} /> : media && <StripMedia media={media} title={title} video={video} key={media.src} />}
        <Way href={href} ping={acts.ping} onFollow={acts.onFollow}>
          <b>{title}</b>
          {text && <p>{text}</p>}
        </Way>
        <span className="tag">{isSponsored ? 'Sponsored' : 'Promotion'}</span>
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

/** A stranger to the page: its own scripts and nothing else, without cookies where a browser can leave them out, and not told where it stands. */
function Frame({ src, title }: { src: string; title: string }) {
  const apart = { credentialless: true }
  return <iframe {...apart} className="strip-f" src={src} title={`Ad: ${title}`} sandbox="allow-scripts" referrerPolicy="no-referrer" />
}

function Way({ href, ping, onFollow, children }: { href: string | null; ping?: string; onFollow?: () => void; children: ReactNode }) {
  if (href === null) return <div className="strip-t">{children}</div>
  const told = { onClick: onFollow, onAuxClick: ({ button }: MouseEvent) => button === 1 && onFollow?.(), draggable: false }
  if (href.startsWith('/'))
    return (
      <Link className="strip-t" to={href} {...told}>
        {children}
      </Link>
    )
  return (
    <a className="strip-t" href={href} ping={ping} target="_blank" rel="noopener noreferrer nofollow sponsored" {...told}>
      {children}
      <span className="sr"> (opens another site)</span>
    </a>
  )
}

function StripMedia({ media, title, video }: { media: Media; title: string; video: VideoManners | undefined }) {
  if (media.kind === 'image') return <Picture src={media.src} alt="" sizes="120px" draggable={false} />
  return <StripVideo src={media.src} poster={media.poster} title={title} {...video} />
}
