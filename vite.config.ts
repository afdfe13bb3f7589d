import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** What screens share that somebody who only looks at shoes never opens; the parts of it that every page carries are left out by name. */
const elsewhere = {
  // First: what several of the others share would otherwise go with one of them.
  forms: /src\/(ui\/kit\/field|web\/affiliate\/share\.)/,
  lists: /src\/(web\/storefront\/(filter-form|product-list|list-filter|search-words)|domain\/search\.ts)/,
  paying: /src\/(web\/(checkout|order)\/(?!kept-|keep-|draft|submission)|ui\/(shop\/order-|kit\/steps)|domain\/(delivery|payment|order|receipt)\.ts)/,
  account:
    /src\/(web\/account\/(?!session-|draft|forget-)|web\/dashboard\/|web\/affiliate\/(?!card-link|use-own-link|copy|share)|domain\/(password|person|sign-up|second-factor|payout)\.ts|ui\/kit\/(stat|day-bars))/,
  chat: /src\/(web\/chat\/(?!door|stage)|domain\/assistant\.ts)/,
  admin: /src\/(web\/admin\/|domain\/(period|figures|user-data|promotion)\.ts|ui\/(shop\/strip-|kit\/table\.))/,
}
const isElsewhere = (id: string) => Object.values(elsewhere).some((test) => test.test(id))

export default defineConfig({
  plugins: [reactRouter()],
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
          // Node runs these floors as they stand: the page build and the doors must share one copy of each module.
          external: [/^#(domain|db|services|features)\//, '#web/shop-context.ts'],
        },
      },
    },
  },
})
