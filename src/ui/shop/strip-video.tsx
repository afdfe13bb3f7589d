import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'

export interface VideoBehaviour {
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
export function StripVideo({
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
