import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { displayMilliseconds, type StripEntry } from '#domain/strip-rules.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { StripItem } from '#ui/shop/strip-item.tsx'
import { adClicksUrl, adFrameUrl } from '#web/addresses.ts'
import { useInBrowser, useMedia } from '#web/browser/browser-state.ts'
import { useLateTaps } from '#web/first-paint/taps.ts'
import { useHeld, useOnScreen, usePaused, useSlides } from '#web/home/use-slides.ts'

/** Ads and promotions above the carousel (spec §2, Home). A single entry is not a carousel. */
export function Strip({ entries }: { entries: StripEntry[] }) {
  const band = useRef<HTMLElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<readonly string[]>([])
  /** The id of the entry whose video plays. */
  const [playingVideo, setPlayingVideo] = useState<string | null>(null)
  useLateTaps(band)
  const { held, holders } = useHeld()
  const isHydrated = useInBrowser()
  const prefersStill = useMedia('(prefers-reduced-motion: reduce)')
  const isSlow = useSlowConnection()
  const isOnScreen = useOnScreen(band)
  const { isPaused, setPaused } = usePaused('strip', prefersStill)
  const isMany = entries.length > 1
  const isPlaying = isMany && !isPaused
  const isMoving = isPlaying && isOnScreen && !held && playingVideo === null
  const stay = (at: number) => {
    const entry = (entries[at] ?? entries[0]) as StripEntry
    return displayMilliseconds(entry, opened.includes(entry.id))
  }
  const { selected, move, scrolling } = useSlides(row, { carousel: 'strip', count: entries.length, stay, playing: isMoving, jump: prefersStill })

  return (
    <section className="strip" ref={band} data-late="" aria-label="Promotions" aria-roledescription={isMany ? 'carousel' : undefined} {...holders}>
      <div className="container strip-band">
        {/* The arrow keys scroll the row. */}
        <div className="strip-stage" ref={row} tabIndex={isMany ? 0 : undefined} {...scrolling}>
          <div className="strip-slides" aria-live={isMany ? (isMoving ? 'off' : 'polite') : undefined}>
            {entries.map(({ id, of, hasEmbed, ...each }, at) => (
              <Slide key={id} position={isMany ? `${at + 1} of ${entries.length}` : null} isHidden={isHydrated && at !== selected}>
                <StripItem
                  {...each}
                  frame={hasEmbed ? adFrameUrl(id) : null}
                  onOpened={() => setOpened([...opened, id])}
                  {...(of === 'ad' && { onFollow: () => reportAdClick(id), ...(!isHydrated && { ping: adClicksUrl(id) }) })}
                  video={{
                    isInView: at === selected,
                    isPlayable: isHydrated,
                    autoPlay: isOnScreen && !isSlow && !prefersStill && !isPaused,
                    onPlayingChange: (isRunning) => setPlayingVideo((before) => (isRunning ? id : before === id ? null : before)),
                  }}
                />
              </Slide>
            ))}
          </div>
        </div>
        {isMany && (
          <div className="strip-controls">
            <span className="strip-dots" aria-hidden="true">
              {entries.map(({ id }, at) => (
                <i key={id} className={at === selected ? 'current' : undefined} />
              ))}
            </span>
            <IconButton
              icon={isPlaying ? 'pause' : 'play'}
              label={`${isPlaying ? 'Pause' : 'Play'} the promotions`}
              onClick={() => setPaused(!isPaused)}
            />
            <IconButton icon="back" label="Previous promotion" onClick={() => move(-1)} />
            <IconButton icon="next" label="Next promotion" onClick={() => move(1)} />
          </div>
        )}
      </div>
    </section>
  )
}

/** One slide; `position` is `1 of 4`, or null for a single entry. */
function Slide({ position, isHidden, children }: { position: string | null; isHidden: boolean; children: ReactNode }) {
  if (position === null) return <div>{children}</div>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel, not a fieldset
    <div role="group" aria-roledescription="slide" aria-label={position} inert={isHidden}>
      {children}
    </div>
  )
}

/** The Network Information API. Browsers without it are assumed to be fast. */
interface Connection extends EventTarget {
  saveData?: boolean
  effectiveType?: string
}
const connectionNow = () => (navigator as { connection?: Connection }).connection

/** Whether the connection is slow or data should be saved: nothing large is then loaded automatically. True on the server and during hydration. */
function useSlowConnection(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isSlow(connectionNow()),
    () => true,
  )
}

export function isSlow(connection: { saveData?: boolean; effectiveType?: string } | undefined): boolean {
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
}

function subscribe(listener: () => void) {
  const connection = connectionNow()
  connection?.addEventListener('change', listener)
  return () => connection?.removeEventListener('change', listener)
}

const reported = new Set<string>()

/** Reports that the visitor followed an ad, once per page; the server counts once a day. Sent as a beacon, because the page may be left. */
function reportAdClick(id: string): void {
  if (reported.has(id)) return
  reported.add(id)
  navigator.sendBeacon(adClicksUrl(id))
}
