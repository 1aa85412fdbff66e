export const scanSounds = ['counted', 'refused', 'complete'] as const
export type ScanSound = (typeof scanSounds)[number]

type Tone = { hertz: number; from: number; seconds: number; shape: OscillatorType }

/** Short and high for what was counted, twice low for what was refused, rising for a box that is complete. */
const tones: Record<ScanSound, readonly Tone[]> = {
  counted: [{ hertz: 1320, from: 0, seconds: 0.07, shape: 'sine' }],
  refused: [
    { hertz: 196, from: 0, seconds: 0.2, shape: 'square' },
    { hertz: 156, from: 0.26, seconds: 0.32, shape: 'square' },
  ],
  complete: [660, 880, 1320].map((hertz, index) => ({
    hertz,
    from: index * 0.11,
    seconds: 0.1,
    shape: 'sine' as const,
  })),
}

const loudness = 0.25
const keyOf = (sound: ScanSound) => `artel-sound-off.${sound}`

/** Kept for the device, not the person: a tablet stands in one room. */
export const isMuted = (sound: ScanSound): boolean => localStorage.getItem(keyOf(sound)) !== null

export function setMuted(sound: ScanSound, isOff: boolean): void {
  if (isOff) localStorage.setItem(keyOf(sound), '1')
  else localStorage.removeItem(keyOf(sound))
}

let context: AudioContext | null = null

/** A browser lets a page sound only once somebody has touched it or pressed a key: a scanner does that, too. */
export function playSound(sound: ScanSound): void {
  if (isMuted(sound)) return
  context ??= new AudioContext()
  void context.resume().catch(() => undefined)
  for (const tone of tones[sound]) playTone(context, tone)
}

function playTone(audio: AudioContext, { hertz, from, seconds, shape }: Tone): void {
  const [begin, end] = [audio.currentTime + from, audio.currentTime + from + seconds]
  const oscillator = new OscillatorNode(audio, { type: shape, frequency: hertz })
  const volume = new GainNode(audio, { gain: loudness })
  // Cut off at once it would click.
  volume.gain.setValueAtTime(loudness, end - 0.02)
  volume.gain.linearRampToValueAtTime(0, end)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(begin)
  oscillator.stop(end)
}
