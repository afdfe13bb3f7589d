import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, sizes } from './browser.ts'
import { smallTargets } from './targets.ts'

interface Look {
  pictured?: 'whole' | 'screen'
  /** The part in which whatever can be pressed is as large as a finger; elsewhere axe's 24 px hold. */
  finger?: string
}

/** Nothing for axe to say and nothing that sticks out, on a page as it lies. `named` is also the name of its picture. */
export async function examineNow(page: Page, named: string, { pictured = 'whole', finger }: Look = {}) {
  await expectRoom(page, named)
  if (finger) expect(await smallTargets(page, finger), `${named}, too small for a finger`).toEqual([])
  await expectAccessible(page, named)
  await shoot(page, named, pictured)
}

/** The same at both sizes, seen from its top; then the window is as it was. */
export async function examine(page: Page, named: string, look: Look = {}) {
  const before = page.viewportSize()
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await page.mouse.move(1, 1)
    // What the header happens to lie over is small only as long as it lies there.
    await page.evaluate(() => window.scrollTo(0, 0))
    await examineNow(page, `${named}-${size}`, look)
  }
  if (before) await page.setViewportSize(before)
}

export async function expectAccessible(page: Page, named: string, { except = [] as string[] } = {}) {
  // Half-way through a transition colours are not what they are; long ones move something, and have no end to wait for.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || Number(one.effect?.getTiming().duration) > 1_000),
  )
  // axe stays in the document it was put into, says what is wrong and not what is right, and needs its blank page for frames only: a sixth of the work.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'true' }) })
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
    .setLegacyMode(page.frames().length === 1)
  for (const part of except) axe.exclude(part)
  const { violations } = await axe.analyze()
  const said = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target.join(' '), failureSummary]))
  expect(said, `${named}, by axe`).toEqual([])
}

export async function expectRoom(page: Page, named: string) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, `${named} is too wide`).toBe(0)
}
