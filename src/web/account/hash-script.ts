/** A link's tokens may stand behind the hash, which never reaches a server: the page is opened again with them in the query, and is cleaned there. */
export const hashScript = `if(/(^|[#&])type=/.test(location.hash))location.replace(location.pathname+"?"+location.hash.slice(1))`
