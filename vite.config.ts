import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** What the screens of an account share is not for those who only look at shoes; the header's part of it is (`session-…`). */
const ofAccounts = /src\/(web\/account\/(?!session-)|web\/dashboard\/|domain\/(password|person)\.ts)/

/** Nor is the admin panel for anybody but admins. */
const ofAdmin = /src\/(web\/admin\/|domain\/(period|figures)\.ts)/

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
                {
                  name: 'shop',
                  test: (id) => /src\/(ui|domain|web)\//.test(id) && !ofAccounts.test(id) && !ofAdmin.test(id),
                  minShareCount: 2,
                  priority: 2,
                },
                { name: 'account', test: ofAccounts, minShareCount: 2, priority: 1 },
                { name: 'admin', test: ofAdmin, minShareCount: 2, priority: 1 },
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
