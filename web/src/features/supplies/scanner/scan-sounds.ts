/** The sounds that a person mutes separately. */
export const scanSounds = ['counted', 'refused', 'complete'] as const
export type ScanSound = (typeof scanSounds)[number]

type Tone = { hertz: number; from: number; seconds: number; shape: OscillatorType }

/** What a packer has to do next: put a surplus or foreign product aside, scan again, ask what it is, or stop. */
export type RefusalSound = 'full' | 'foreign' | 'misread' | 'unknown' | 'refused'

const low = (hertz: number, from: number, seconds: number): Tone => ({
  hertz,
  from,
  seconds,
  shape: 'square',
})

/** One short high tone for a counted scan, low tones for a refused one, a rising scale for a complete box. */
const tones: Record<ScanSound | RefusalSound, readonly Tone[]> = {
  counted: [{ hertz: 1320, from: 0, seconds: 0.07, shape: 'sine' }],
  refused: [low(196, 0, 0.2), low(156, 0.26, 0.32)],
  full: [low(196, 0, 0.2), low(156, 0.26, 0.32)],
  foreign: [low(156, 0, 0.16), low(156, 0.22, 0.16), low(156, 0.44, 0.16)],
  misread: [low(196, 0, 0.1), low(247, 0.14, 0.1)],
  unknown: [low(131, 0, 0.55)],
  complete: [660, 880, 1320].map((hertz, index) => ({
    hertz,
    from: index * 0.11,
    seconds: 0.1,
    shape: 'sine' as const,
  })),
}

const loudness = 0.25
const keyOf = (sound: ScanSound) => `artel-sound-off.${sound}`

/** Stored for the device, not for the person, because a tablet stays in one room. */
export const isMuted = (sound: ScanSound): boolean => localStorage.getItem(keyOf(sound)) !== null

export function setMuted(sound: ScanSound, isOff: boolean): void {
  if (isOff) localStorage.setItem(keyOf(sound), '1')
  else localStorage.removeItem(keyOf(sound))
}

const isOwnSound = (sound: ScanSound | RefusalSound): sound is ScanSound =>
  scanSounds.some((own) => own === sound)

let context: AudioContext | null = null

/** Browsers allow sound only after a touch or a key press on the page. A scanner's key press is enough. */
export function playSound(sound: ScanSound | RefusalSound): void {
  if (isMuted(isOwnSound(sound) ? sound : 'refused')) return
  context ??= new AudioContext()
  void context.resume().catch(() => undefined)
  for (const tone of tones[sound]) playTone(context, tone)
}

function playTone(audio: AudioContext, { hertz, from, seconds, shape }: Tone): void {
  const [begin, end] = [audio.currentTime + from, audio.currentTime + from + seconds]
  const oscillator = new OscillatorNode(audio, { type: shape, frequency: hertz })
  const volume = new GainNode(audio, { gain: loudness })
  // Fades out over 20 ms, because an abrupt stop clicks.
  volume.gain.setValueAtTime(loudness, end - 0.02)
  volume.gain.linearRampToValueAtTime(0, end)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(begin)
  oscillator.stop(end)
}
