/** Scrolls a carousel by one slide, before CarouselMotion is loaded. */
export function slideBy(stage: HTMLElement | null, step: number): void {
  stage?.scrollBy({ left: step * stage.clientWidth, behavior: 'smooth' })
}
