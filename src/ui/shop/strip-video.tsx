import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'

export interface VideoManners {
  /** It is the one in view: what is not stands still. */
  isHere?: boolean
  /** It may begin by itself. */
  isAuto?: boolean
  /** Whether it runs: as long as it does, the strip waits for it. */
  onRun?: (isRunning: boolean) => void
}

/** A video without sound, fetched when it is to be played and not before. One that the browser cannot play leaves its poster, or the title beside it alone (decisions, Catalogue). */
export function StripVideo({
  src,
  poster,
  title,
  isHere = true,
  isAuto = false,
  onRun,
}: VideoManners & { src: string; poster: string | null; title: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isBroken, setBroken] = useState(false)
  const [isOn, setOn] = useState(false)

  useEffect(() => {
    const element = video.current
    if (!element || !isHere) return
    if (isAuto) play(element)
    return () => element.pause()
  }, [isHere, isAuto])

  const stopped = () => {
    setOn(false)
    onRun?.(false)
  }
  const broken = () => {
    setBroken(true)
    stopped()
  }
  const still = poster && <Picture src={poster} alt="" sizes="120px" draggable={false} />
  if (isBroken) return still
  return (
    <div className={isOn ? 'strip-v on' : 'strip-v'}>
      {still}
      <video
        ref={video}
        src={src}
        muted
        playsInline
        preload="none"
        onPlay={() => setOn(true)}
        onPlaying={() => onRun?.(true)}
        onWaiting={() => onRun?.(false)}
        onPause={stopped}
        onEnded={stopped}
        onError={broken}
      />
      <button
        type="button"
        aria-label={`${isOn ? 'Pause' : 'Play'} the video: ${title}`}
        onClick={() => video.current && (isOn ? video.current.pause() : play(video.current))}
      >
        <Icon name={isOn ? 'pause' : 'play'} />
      </button>
    </div>
  )
}

/** A browser may say no; then it waits to be tapped. */
function play(video: HTMLVideoElement) {
  video.play().catch(() => {})
}
