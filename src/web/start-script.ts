/** The type of the script that starts a page, while it is held back: one that no browser runs. */
export const heldType = 'text/held'

/**
 * Stands in the head of every page, word for word the same: starts the page's scripts once something was painted, so that they take nothing from it.
 * A page in a hidden tab, or one that is not painted two seconds after it was read, starts all the same. React looks for the links of the style sheets that it
 * rendered: they come back where they stood, disabled, so that nothing is fetched for them. A page that comes later without a reload brings its own.
 */
export const startScript = `(function () {
var seen, begun
function start() {
  var held = document.querySelector("script[type='${heldType}']")
  if (!held || !seen || begun || document.readyState == "loading") return
  begun = true
  var after = document.querySelector("head style")
  held.dataset.sheets.split(" ").forEach(function (href) {
    var link = document.createElement("link")
    link.rel = "stylesheet"
    link.disabled = true
    link.setAttribute("href", href)
    after.after(link)
    after = link
  })
  held.dataset.modules.split(" ").forEach(function (href) {
    var link = document.createElement("link")
    link.rel = "modulepreload"
    link.href = href
    document.head.append(link)
  })
  var script = document.createElement("script")
  script.type = "module"
  script.textContent = held.textContent
  document.head.append(script)
}
function see() { seen = true; start() }
try {
  new PerformanceObserver(function (list) {
    if (list.getEntriesByName("first-contentful-paint")[0]) see()
  }).observe({ type: "paint", buffered: true })
} catch (e) { see() }
document.addEventListener("DOMContentLoaded", function () {
  if (document.hidden) see()
  start()
  setTimeout(see, 2000)
})
})()`
