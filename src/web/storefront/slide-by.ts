/** A carousel without its motor: one slide on, by the browser's own scrolling. */
export function slideBy(stage: HTMLElement | null, step: number): void {
  stage?.scrollBy({ left: step * stage.clientWidth, behavior: 'smooth' })
}
