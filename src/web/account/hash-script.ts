/** The token of a link may be in the hash, which servers do not get: the page is opened again with it in the query, where the loader removes it. */
export const hashScript = `if(/(^|[#&])type=/.test(location.hash))location.replace(location.pathname+"?"+location.hash.slice(1))`
