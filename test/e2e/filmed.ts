import type { Page } from 'playwright-core'

/** A second of a film, recorded by the browser that shows this page. */
export async function filmed(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const brush = canvas.getContext('2d') as CanvasRenderingContext2D
    const recorder = new MediaRecorder(canvas.captureStream(0), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const ended = new Promise((settle) => {
      recorder.onstop = settle
    })
    const [track] = recorder.stream.getVideoTracks() as [CanvasCaptureMediaStreamTrack]
    recorder.start()
    for (const colour of ['#5b3fa0', '#ffc72c', '#1d1829', '#0c7040', '#b3361b', '#5b3fa0', '#ffc72c', '#1d1829', '#0c7040', '#b3361b']) {
      brush.fillStyle = colour
      brush.fillRect(0, 0, canvas.width, canvas.height)
      track.requestFrame()
      await new Promise((settle) => setTimeout(settle, 100))
    }
    recorder.stop()
    await ended
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(bytes)
}
