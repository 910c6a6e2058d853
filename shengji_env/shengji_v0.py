"""升级 (Shengji, Tractor) as a PettingZoo environment: AEC, and a parallel view.

| Import             | `from shengji_env import shengji_v0`                                               |
|--------------------|------------------------------------------------------------------------------------|
| Actions            | Discrete                                                                           |
| Parallel API       | Yes, with NOOP for agents that are not to act                                      |
| Manual Control     | No                                                                                 |
| Agents             | `player_0`, `player_1`, … in the order of play: 4, 5 or 6                          |
| Action Shape       | Discrete(59); Discrete(60) with the parallel API                                   |
| Action Values      | 0..58; 59 is NOOP                                                                  |
| Observation Shape  | (1320,) with 4, (1544,) with 5, (1768,) with 6 players; mask (59,), parallel (60,) |
| Observation Values | whole numbers 0..3; the mask 0, 1                                                  |

>>> from shengji_env import shengji_v0
>>> env = shengji_v0.env(rules="five_player_two_deck")
>>> env.reset(seed=42)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Observation
    `{"observation": float32[D], "action_mask": int8[59]}`: all the agent may remember and nothing else, seats relative
    to it. `shengji_env.observation_blocks(rules)` lists the blocks: name, slice, meaning.

Legal actions
    `action_mask` is 1 exactly where `step` accepts the token, and all zeros for agents that are not to act. It is never
    all zeros for the agent whose turn it is.

Actions
    A decision is one token; an action of several cards is picked card by card and happens when it is complete.
    0..53 card types, `suit * 13 + rank` (D C H S; 2 … A), 52 small joker, 53 big joker; 54 PASS (no bid, raid or riot;
    end a lead); 55, 56, 57 ONE, TWO, THREE (copies a bid or raid shows in all; which play of a called card); 58 RIOT.

Rewards
    Paid to all when a deal is settled; `reward` says in what.
    "levels"  the deal's level steps, + for the side that gains, - for the other, 0 after a swing
    "points"  (threshold - attackers' points) / step, + for the declarer side, - for the attackers
    "win"     +1 for the side that gains, -1 for the other, 0 after a swing; with episode="match" only at its end:
              +1 for who has won the match, -1 for the others, 0 for all if nobody has

Several actions in a row, and the end
    An agent may act many times in a row (burying, calling, leading). `last()` has what it got since its own last step,
    so its transition goes from its decision to its own next one. When the episode is over all agents are terminated at
    once, and each takes one last step with None, before which `last()` has its last observation and reward.

Arguments, the same for `env` and `raw_env`
    rules           a preset's name, with changes if any: "five_player_two_deck tractors=no"; or `Rules`
    episode         "deal": one settled deal, redeals inside it; "match": until somebody passes A, or `max_deals`;
                    after_ace="wrap" without `max_deals` never ends
    levels          None: a first deal at the start level; a list of levels by seat: so with these;
                    "random": a later deal, with levels, last winners and declarer drawn from the seed
    reward          "levels", "points", "win"
    illegal_action  "raise": an IllegalPlay that says why, and nothing changes; "terminate": PettingZoo's convention,
                    the game ends, the offender gets -1 and the others 0
    skip_forced     play tokens without an alternative at once instead of asking
    card_order      "face": card types as above; "strength": from the burying on, numbered by strength under the trump,
                    plain suits first, in observation, mask and tokens alike
    dtype           "float32" or "int8" for the observation; the values are the same
    render_mode     "ansi": render() returns the table, with all hands, as text; "human": each step prints it

`parallel_env`
    Every agent acts at every step. One decides (`active_agent`), the others have the one legal action NOOP (59), and
    what they send is ignored. At the end there are no dead steps; NOOP is legal in the last observations. It takes
    `env`'s arguments, `illegal_action` by default "terminate", and
    mask_in_info    True: the masks stand in `infos[agent]["action_mask"]`, and observations are plain arrays

Seeds
    The same seed gives the same deals as in `Game(seed=...)`. `reset()` without a seed goes on with the next shuffles.

More than PettingZoo asks for
    `state()`: float32 with all hands, stock and kitty (`state_blocks(rules)`); `view(agent)`: what the agent may know,
    as a PlayerView, which is what agents play from; `game()`: a copy of the game; `result`: the last settled deal.

`env` adds no wrappers: order of calls and illegal tokens are checked in `raw_env` itself.

Version History
    v0: first version
"""

import pettingzoo

from .envs.aec import ShengjiEnv
from .envs.parallel import NOOP, ShengjiParallelEnv

__all__ = ["NOOP", "env", "parallel_env", "raw_env"]

raw_env = ShengjiEnv
env = ShengjiEnv
parallel_env = ShengjiParallelEnv

if hasattr(pettingzoo, "register"):  # from 1.27 on
    pettingzoo.register("aec", "shengji_env/Shengji-v0", "shengji_env.shengji_v0:env")
    pettingzoo.register("parallel", "shengji_env/Shengji-v0", "shengji_env.shengji_v0:parallel_env")
