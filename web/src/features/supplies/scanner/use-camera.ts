import { type RefObject, useEffect, useRef, useState } from 'react'
import { openCodeReader } from './code-reader.ts'
import { createCodeSight } from './code-sight.ts'

export type CameraState = 'starting' | 'on' | 'denied' | 'none' | 'failed'

/** Interval between two frames, ms. A shorter one would only heat the phone. */
const paceMs = 120

/** Runs the camera while the video element is mounted. */
export function useCamera(
  picture: RefObject<HTMLVideoElement | null>,
  onScan: (code: string) => void,
): CameraState {
  const [state, setState] = useState<CameraState>('starting')
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | null = null
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const look = async (video: HTMLVideoElement) => {
      const reader = await openCodeReader()
      const sight = createCodeSight()
      while (!isOver) {
        const seen = video.videoWidth > 0 ? await reader.read(video).catch(() => []) : []
        if (!isOver) for (const code of sight(seen, performance.now())) latest.current(code)
        await new Promise((resolve) => setTimeout(resolve, paceMs))
      }
      reader.close()
    }
    const start = async () => {
      stream = await openStream()
      const video = picture.current
      if (isOver || !video) return stop()
      video.srcObject = stream
      await video.play()
      setState('on')
      await look(video)
    }
    start().catch((cause: unknown) => {
      stop()
      if (!isOver) setState(stateOf(cause))
    })
    return () => {
      isOver = true
      stop()
    }
  }, [picture])
  return state
}

function openStream(): Promise<MediaStream> {
  // Without https a browser gives no access to the camera.
  if (!('mediaDevices' in navigator)) throw new DOMException('', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

function stateOf(cause: unknown): CameraState {
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'NotAllowedError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed'
}
