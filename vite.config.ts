import { createHash } from 'node:crypto'
import { reactRouter } from '@react-router/dev/vite'
import { build, defineConfig, type Plugin } from 'vite'

/** What screens share that somebody who only looks at shoes never opens; the parts of it that every page carries are left out by name. */
const elsewhere = {
  // First: what several of the others share would otherwise go with one of them.
  forms: /src\/(ui\/kit\/field|web\/affiliate\/share\.)/,
  statuses: /src\/domain\/(order|commission)\.ts/,
  walls: /src\/ui\/shop\/wall-board/,
  lists: /src\/(web\/catalogue\/(filter-form|product-list|list-filter|search-words)|domain\/search\.ts)/,
  paying:
    /src\/(web\/(checkout|order)\/(?!saved-|keep-|pending-|clear-)|web\/forms\/outcome-notice|ui\/(shop\/(order-|checkout-steps)|kit\/steps)|domain\/(delivery|payment|receipt)\.ts)/,
  account:
    /src\/(web\/account\/|web\/dashboard\/|web\/affiliate\/(?!card-link|use-own-link|share)|web\/forms\/(intent-form|form-answer|key-field|password-field|new-password-fields)|web\/session\/session-ended|domain\/(password|person|sign-up-rules|second-factor|payout)\.ts|ui\/kit\/(stat|day-bars))/,
  chat: /src\/(web\/chat\/(?!launcher|chat-state)|domain\/assistant\.ts)/,
  strip: /src\/ui\/shop\/strip-/,
  admin:
    /src\/(web\/admin\/|web\/lists\/(list|use-list|load-page|retained-rows|read-query)\.|domain\/(period|figures|user-data|promotion)\.ts|ui\/kit\/table\.)/,
}
const isElsewhere = (id: string) => Object.values(elsewhere).some((test) => test.test(id))

/** The pages that a device keeps, and what starts them: their scripts and sheets are what it has to have. */
const shellParts =
  /src\/web\/(entry\.client|root|offline\/start|help\/help-page|layout\/layout|home\/home-page|catalogue\/(all-products|category)-page|product\/product-page|offline\/offline-page)\.tsx?(\?|$)/
const shellFiles = ['/fonts/instrument-sans-latin-wght-normal.woff2', '/fonts/parkinsans-latin-wght-normal.woff2', '/placeholder.svg', '/favicon.svg']

/** The worker of the offline shop: one script of its own beside the pages, which knows by name what they are made of. */
function offlineWorker(): Plugin {
  const shell = new Set<string>()
  return {
    name: 'offline-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle(_, bundle) {
      const add = (file: string) => {
        const chunk = bundle[file]
        if (shell.has(`/${file}`) || chunk?.type !== 'chunk') return
        shell.add(`/${file}`)
        for (const sheet of chunk.viteMetadata?.importedCss ?? []) shell.add(`/${sheet}`)
        for (const each of chunk.imports) add(each)
      }
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type === 'chunk' && shellParts.test(chunk.facadeModuleId?.replaceAll('\\', '/') ?? '')) add(file)
        // The router's list of all routes; it is written at the end.
        if (/manifest-[\w-]+\.js$/.test(file)) shell.add(`/${file}`)
      }
    },
    async closeBundle() {
      const files = [...shell].sort()
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          BUILD: JSON.stringify(createHash('sha256').update(files.join()).digest('hex').slice(0, 12)),
          SHELL: JSON.stringify([...files, ...shellFiles]),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: 'build/client',
          emptyOutDir: false,
          target: 'es2022',
          rollupOptions: { input: 'src/web/offline/service-worker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
    },
  }
}

export default defineConfig({
  plugins: [reactRouter(), offlineWorker()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // A phone on 3G pays for every request: the framework, and what more than one page shares, travel in one file each.
            codeSplitting: {
              groups: [
                { name: 'frame', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
                { name: 'shop', test: (id) => /src\/(ui|domain|web)\//.test(id) && !isElsewhere(id), minShareCount: 2, priority: 2 },
                ...Object.entries(elsewhere).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 1 })),
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rollupOptions: {
          // Node runs these floors as they stand: the page build and the routes must share one copy of each module.
          external: [/^#(domain|db|services|features)\//, '#web/shop-context.ts'],
        },
      },
    },
  },
})
