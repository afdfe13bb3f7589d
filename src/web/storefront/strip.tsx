import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { displayMilliseconds, type StripEntry } from '#domain/strip-rules.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { StripItem } from '#ui/shop/strip-item.tsx'
import { adClicksUrl, adFrameUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/in-browser.ts'
import { lazyPart } from '#web/lazy-part.ts'
import type { Motion } from '#web/storefront/carousel-motion.tsx'
import { slideBy } from '#web/storefront/slide-by.ts'
import { tellFollowed } from '#web/storefront/tell-followed.ts'
import { useHeld } from '#web/storefront/use-held.ts'
import { useOnScreen } from '#web/storefront/use-on-screen.ts'
import { usePaused } from '#web/storefront/use-paused.ts'
import { useSlowConnection } from '#web/storefront/use-slow-connection.ts'
import { useMedia } from '#web/use-media.ts'

const CarouselMotion = lazyPart(() => import('#web/storefront/carousel-motion.tsx').then(({ CarouselMotion }) => CarouselMotion))

interface StripProps {
  entries: StripEntry[]
  /** Play was pressed on the carousel below: only one of the two may move. */
  isResting: boolean
  onPlay: () => void
  /** Whether something of it moves by itself. */
  onMoving: (isMoving: boolean) => void
}

/** Ads and promotions above the carousel (spec §2, Home). Until its motor has come, and without scripts, it is a row to swipe; one alone needs neither. */
export function Strip({ entries, isResting, onPlay, onMoving }: StripProps) {
  const band = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [motion, setMotion] = useState<Motion | null>(null)
  const [selected, setSelected] = useState(0)
  const [opened, setOpened] = useState<readonly string[]>([])
  /** Whose video runs. */
  const [running, setRunning] = useState<string | null>(null)
  const { held, holders } = useHeld()
  const started = useInBrowser()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const isSlow = useSlowConnection()
  const isSeen = useOnScreen(band)
  const paused = usePaused(still)
  const isPaused = paused.isPaused || isResting
  const isMany = entries.length > 1
  const isPlaying = isMany && !isPaused
  const isMoving = isPlaying && isSeen && !held && running === null
  const isBusy = isMoving || running !== null
  useEffect(() => onMoving(isBusy), [isBusy, onMoving])
  const entry = entries[selected] ?? entries[0]
  const play = (isWanted: boolean) => {
    paused.setPaused(!isWanted)
    if (isWanted) onPlay()
  }
  const move = (step: -1 | 1) => (motion ? motion.move(step) : slideBy(stage.current, step))
  if (!entry) return null

  return (
    <section className="strip" ref={band} aria-label="Promotions" aria-roledescription={isMany ? 'carousel' : undefined} {...holders}>
      <div className="wrap">
        {/* Whatever may be swiped can be moved by the arrow keys; once the motor has come, the buttons do that, and a focus that is here stays. */}
        <div className={motion ? 'strip-s moved' : 'strip-s'} ref={stage} tabIndex={motion ? -1 : isMany ? 0 : undefined}>
          <div className="strip-l" aria-live={isMany ? (isMoving ? 'off' : 'polite') : undefined}>
            {entries.map(({ id, of, hasEmbed, ...each }, at) => (
              <Slide key={id} place={isMany ? `${at + 1} of ${entries.length}` : null} isAway={motion !== null && at !== selected}>
                <StripItem
                  {...each}
                  frame={hasEmbed ? adFrameUrl(id) : null}
                  onOpened={() => setOpened([...opened, id])}
                  {...(of === 'ad' && { onFollow: () => tellFollowed(id), ...(!started && { ping: adClicksUrl(id) }) })}
                  video={{
                    isHere: at === selected,
                    isAuto: isSeen && !isSlow && !still && !isPaused,
                    onRun: (isRunning) => setRunning((before) => (isRunning ? id : before === id ? null : before)),
                  }}
                />
              </Slide>
            ))}
          </div>
        </div>
        {isMany && (
          <div className="strip-c">
            <span className="dots" aria-hidden="true">
              {entries.map(({ id }, at) => (
                <i key={id} className={at === selected ? 'on' : undefined} />
              ))}
            </span>
            <IconButton
              icon={isPlaying ? 'pause' : 'play'}
              label={`${isPlaying ? 'Pause' : 'Play'} the promotions`}
              onClick={() => play(!isPlaying)}
            />
            <IconButton icon="back" label="Previous promotion" onClick={() => move(-1)} />
            <IconButton icon="next" label="Next promotion" onClick={() => move(1)} />
          </div>
        )}
      </div>
      {started && isMany && (
        <Suspense>
          <CarouselMotion
            viewport={stage}
            stay={displayMilliseconds(entry, opened.includes(entry.id))}
            playing={isMoving}
            jump={still}
            onReady={setMotion}
            onSelect={setSelected}
          />
        </Suspense>
      )}
    </section>
  )
}

/** `1 of 4`; one alone is no slide. */
function Slide({ place, isAway, children }: { place: string | null; isAway: boolean; children: ReactNode }) {
  if (place === null) return <div>{children}</div>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel, not a fieldset
    <div role="group" aria-roledescription="slide" aria-label={place} inert={isAway}>
      {children}
    </div>
  )
}
