import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Size, shoot, sizes } from './browser.ts'
import { smallTargets } from './targets.ts'

const ofAxe = createRequire(import.meta.resolve('@axe-core/playwright'))
/** Less than half as long as what AxeBuilder sends to each document. */
const axeSource = readFileSync(ofAxe.resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  pictured?: 'whole' | 'screen'
  /** Selector of the part in which targets must be 44 px; elsewhere axe requires 24 px. */
  finger?: string
  /** The size of a journey that is made at both, so that each looks at its own. */
  size?: Size
}

/** Checks a page as it is: accessible by axe, and no horizontal overflow. `named` is also the name of its screenshot. */
export async function examineNow(page: Page, named: string, { pictured = 'whole', finger }: Look = {}) {
  await expectRoom(page, named)
  if (finger) expect(await smallTargets(page, finger), `${named}, too small for a finger`).toEqual([])
  await expectAccessible(page, named)
  await shoot(page, named, pictured)
}

/** The same at both sizes or at the one of the journey, scrolled to the top; restores the viewport. */
export async function examine(page: Page, named: string, look: Look = {}) {
  const before = page.viewportSize()
  for (const size of look.size ? [look.size] : (['phone', 'desk'] as const)) {
    await page.setViewportSize(sizes[size])
    await page.mouse.move(1, 1)
    // The sticky header must not cover targets, which would make them small.
    await page.evaluate(() => window.scrollTo(0, 0))
    await examineNow(page, `${named}-${size}`, look)
  }
  if (before) await page.setViewportSize(before)
}

export async function expectAccessible(page: Page, named: string, { except = [] as string[] } = {}) {
  // Waits for short transitions, during which colours differ; long ones are endless animations of movement.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || Number(one.effect?.getTiming().duration) > 1_000),
  )
  // axe is injected once per document and reports violations only; legacy mode needs no blank page. A sixth of the time.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, axeSource: isThere ? 'true' : axeSource })
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
