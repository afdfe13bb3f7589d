import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Media } from '#domain/home-content.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '#ui/kit/link.tsx'
import { Picture } from '#ui/kit/picture.tsx'

interface StripItemProps {
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

interface VideoBehaviour {
  /** Whether the item is in view; otherwise the video is paused. */
  isInView?: boolean
  /** Whether it may start by itself. */
  autoPlay?: boolean
  /** False until scripts run: a button to play it would not answer. */
  isPlayable?: boolean
  /** Called when it starts and stops playing: the strip does not move on while it plays. */
  onPlayingChange?: (isRunning: boolean) => void
}

/** A muted video that loads when it is played. If the browser cannot play it, its poster is shown, or nothing (decisions, Catalogue). */
function StripVideo({
  src,
  poster,
  title,
  isInView = true,
  autoPlay = false,
  isPlayable = true,
  onPlayingChange,
}: VideoBehaviour & { src: string; poster: string | null; title: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isBroken, setBroken] = useState(false)
  const [isPlaying, setOn] = useState(false)

  useEffect(() => {
    const element = video.current
    if (!element || !isInView) return
    if (autoPlay) play(element)
    return () => element.pause()
  }, [isInView, autoPlay])

  const stopped = () => {
    setOn(false)
    onPlayingChange?.(false)
  }
  const broken = () => {
    setBroken(true)
    stopped()
  }
  const still = poster && <Picture src={poster} alt="" sizes="120px" />
  if (isBroken) return still
  return (
    <div className={isPlaying ? 'strip-video playing' : 'strip-video'}>
      {still}
      <video
        ref={video}
        src={src}
        muted
        playsInline
        preload="none"
        onPlay={() => setOn(true)}
        onPlaying={() => onPlayingChange?.(true)}
        onWaiting={() => onPlayingChange?.(false)}
        onPause={stopped}
        onEnded={stopped}
        onError={broken}
      />
      {isPlayable && (
        <button
          type="button"
          aria-label={`${isPlaying ? 'Pause' : 'Play'} the video: ${title}`}
          onClick={() => video.current && (isPlaying ? video.current.pause() : play(video.current))}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </button>
      )}
    </div>
  )
}

/** Browsers may refuse to start a video; the visitor can then press Play. */
function play(video: HTMLVideoElement) {
  video.play().catch(() => {})
}
