import { get } from 'node:http'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { newVisitor, openBrowser } from '../test/e2e/browser.ts'

export interface Vitals {
  page: string
  /** Milliseconds; the median of the runs. */
  lcp: number
  /** The sum of all shifts, which is never below the score. */
  cls: number
  runs: { lcp: number; cls: number }[]
}

export interface Weight {
  kind: string
  files: number
  /** As this browser received them, headers included. */
  received: number
  gzip: number
  brotli: number
}

/** A phone of the middle class on a slow 4G: 150 ms there and back, 1.6 Mbit/s down, 0.75 up, a processor four times slower than this one. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowDown = 4
const phone = { deviceScaleFactor: 2 }

export async function benchBrowser(shopUrl: string, pages: { name: string; path: string }[], runs: number) {
  const browser = await openBrowser()
  try {
    const weights = await weigh(browser, shopUrl)
    const vitals: Vitals[] = []
    for (const { name, path } of pages) {
      const seen: Vitals['runs'] = []
      for (let run = 0; run < runs; run++) seen.push(await visit(browser, shopUrl + path))
      vitals.push({ page: name, lcp: median(seen.map(({ lcp }) => lcp)), cls: median(seen.map(({ cls }) => cls)), runs: seen })
    }
    return { weights, vitals }
  } finally {
    await browser.close()
  }
}

async function visit(browser: Browser, url: string): Promise<{ lcp: number; cls: number }> {
  const { context, page } = await newVisitor(browser, 'phone', phone)
  try {
    await context.addInitScript(() => {
      const seen = { lcp: 0, cls: 0 }
      Object.assign(globalThis, { seen })
      const watch = (type: string, add: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
      watch('largest-contentful-paint', (entry) => {
        seen.lcp = entry.startTime
      })
      watch('layout-shift', (entry) => {
        if (!entry.hadRecentInput) seen.cls += entry.value ?? 0
      })
    })
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    await settled(page, url)
    return (await page.evaluate('seen')) as { lcp: number; cls: number }
  } finally {
    await context.close()
  }
}

/** Until the network has been quiet for half a second: what the page loads by itself, without a touch. */
async function settled(page: Page, url: string) {
  const response = await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 })
  if (response?.status() !== 200) throw new Error(`${url} answered ${response?.status()}`)
}

/** What the first page brings, on an empty cache and a fast line. */
async function weigh(browser: Browser, shopUrl: string): Promise<Weight[]> {
  const { context, page } = await newVisitor(browser, 'phone', phone)
  const session = await context.newCDPSession(page)
  const responses = listen(session)
  await session.send('Network.enable')
  await settled(page, shopUrl)
  await context.close()
  const weights = new Map<string, Weight>()
  for (const { kind, url, received } of responses.values()) {
    if (!url.startsWith(shopUrl)) continue
    const weight = weights.get(kind) ?? { kind, files: 0, received: 0, gzip: 0, brotli: 0 }
    const [gzip, brotli] = await Promise.all([sizeOf(url, 'gzip'), sizeOf(url, 'br')])
    weights.set(kind, {
      kind,
      files: weight.files + 1,
      received: weight.received + received,
      gzip: weight.gzip + gzip,
      brotli: weight.brotli + brotli,
    })
  }
  return [...weights.values()].sort((a, b) => a.kind.localeCompare(b.kind))
}

function listen(session: CDPSession) {
  const responses = new Map<string, { kind: string; url: string; received: number }>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    responses.set(requestId, { kind: type, url: response.url, received: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId)
    if (response) response.received = encodedDataLength
  })
  return responses
}

function sizeOf(url: string, encoding: string): Promise<number> {
  return new Promise((settle, fail) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => (size += chunk.length))
      response.once('end', () => settle(size))
    }).once('error', fail)
  })
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
