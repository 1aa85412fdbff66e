/** Like `fetch` for this site, with the progress of the upload, which `fetch` does not report. */
export function sendWithProgress(
  address: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(responseOf(request))
    request.onerror = () => reject(new TypeError('The connection was lost'))
    request.onabort = () => reject(new DOMException('Given up', 'AbortError'))
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'))
    signal?.addEventListener('abort', () => request.abort())
    // The client's bodies are texts and forms, never streams.
    request.send(body as string | FormData)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const end = line.indexOf(':')
    return [line.slice(0, end), line.slice(end + 1).trim()]
  })
  return new Response(status === 204 ? null : responseText, { status, headers })
}
